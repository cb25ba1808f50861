"""All functions compiled by Numba. Their arguments are scalars and arrays, which they do not
validate: callers must check them first.

Many kernels take an argument `work`: the state of one search thread, defined in
`kernels.workspace`.
"""
