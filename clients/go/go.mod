module rollbook.example/rollbook

go 1.24

require github.com/oapi-codegen/nullable v1.2.0
