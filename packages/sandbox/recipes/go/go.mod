module tidewater.example/volumes

go 1.19
