"""What is computed: the mathematics of the chapter, once, over the array API standard."""
