print("quintain")
