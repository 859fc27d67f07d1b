terraform {
  required_providers {
    digitalocean = { source = "digitalocean/digitalocean" }
  }
}

# By default, the environment has the URL and the token. Set this to the token of another account, for example one per workspace.
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
