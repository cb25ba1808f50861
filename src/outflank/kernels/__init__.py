"""Everything that is compiled. Arguments are scalars and arrays; callers have checked them."""
