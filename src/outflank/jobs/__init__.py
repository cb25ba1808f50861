"""Support for long jobs: worker processes, a Dask cluster, progress reports and plots.

Also the user's data folder, the self-check of `outflank doctor`, and the build of the
documentation.
"""
