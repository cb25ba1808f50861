"""No deadline for single examples: how busy the machine is says nothing about the code."""

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
