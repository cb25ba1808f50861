"""The opening book: results of long searches made in advance, looked up in microseconds.

Reading a book needs plain Python only: neither NumPy nor the kernels are loaded.
"""
