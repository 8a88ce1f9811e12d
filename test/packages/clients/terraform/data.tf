terraform {
  required_providers {
    rollbook = { source = "rollbook.example/rollbook/rollbook" }
  }
}

variable "account" {
  type = string
}

variable "ada" {
  type = string
}

variable "group" {
  type = string
}

ephemeral "rollbook_api_key" "reader" {
  account_id = var.account
  name       = "terraform"
  scopes     = ["users:read", "account:read", "service-groups:read"]
}

provider "rollbook" {
  alias = "reader"
  key   = ephemeral.rollbook_api_key.reader.key
}

locals {
  ways = {
    id          = { id = var.ada, email = null, external_id = null }
    email       = { id = null, email = "ADA@example.com", external_id = null }
    external_id = { id = null, email = null, external_id = "hr-ada" }
  }
}

data "rollbook_user" "ada" {
  provider    = rollbook.reader
  for_each    = local.ways
  account_id  = var.account
  id          = each.value.id
  email       = each.value.email
  external_id = each.value.external_id
}

data "rollbook_account" "it" {
  provider = rollbook.reader
  id       = var.account
}

data "rollbook_service_group" "it" {
  provider   = rollbook.reader
  account_id = var.account
  id         = var.group
}

data "rollbook_service_group" "by_external_id" {
  provider    = rollbook.reader
  account_id  = var.account
  external_id = "dev"
}

# For operators.
data "rollbook_account" "by_external_id" {
  external_id = "engines"
}

output "found" {
  value = [
    [for way, user in data.rollbook_user.ada : user.id],
    data.rollbook_account.it.name,
    data.rollbook_service_group.it.name,
    data.rollbook_service_group.by_external_id.id == var.group,
    data.rollbook_account.by_external_id.id == var.account,
  ]
}
