print("odograph")
