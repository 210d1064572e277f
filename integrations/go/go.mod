module quintain

go 1.19
