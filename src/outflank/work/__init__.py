"""How long work is done, whatever it is: on which processes, with which files and what to say."""
