"""What every search takes and gives: a limit, a result, and a way to stop it."""
