"""From a part to its record: the verdict, what it rests on, what was expected of it, and the runs that judge many."""
