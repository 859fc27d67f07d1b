terraform {
  required_providers {
    digitalocean = { source = "digitalocean/digitalocean" }
  }
}

# Address and token are those of the environment; an account of its own for each workspace comes as this.
variable "token" {
  type      = string
  default   = null
  sensitive = true
}

provider "digitalocean" {
  token = var.token
}

resource "digitalocean_volume" "shelves" {
  name   = "shelves-${terraform.workspace}"
  region = "nyc3"
  size   = 10
}
