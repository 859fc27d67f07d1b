/** A certificate for www.tidewater.example and *.tidewater.example, valid until 2046-11-16, with its key. They protect nothing. */
export const shopCertificate = `-----BEGIN CERTIFICATE-----
MIIBzzCCAXSgAwIBAgIURS9sNCC0JXhO/E2sjePcag+1i6gwCgYIKoZIzj0EAwIw
IDEeMBwGA1UEAwwVd3d3LnRpZGV3YXRlci5leGFtcGxlMB4XDTI2MTEyMTIyMjMw
MVoXDTQ2MTExNjIyMjMwMVowIDEeMBwGA1UEAwwVd3d3LnRpZGV3YXRlci5leGFt
cGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEPAgLGcWq98ymLa1vx2+Fm23l
8PD8X1RbkBjP08GpE8pZD5bZfhbz8oIP6xH2EeEMjHhHvZygsmdhTO4pThprG6OB
izCBiDAdBgNVHQ4EFgQULXswqsGGQa9ucXtKbAPNipJnxfIwHwYDVR0jBBgwFoAU
LXswqsGGQa9ucXtKbAPNipJnxfIwDwYDVR0TAQH/BAUwAwEB/zA1BgNVHREELjAs
ghV3d3cudGlkZXdhdGVyLmV4YW1wbGWCEyoudGlkZXdhdGVyLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSQAwRgIhAI/MkkYimKUYI/QRA//sWVouKPTeUrBNaA+EaCTbJPyj
AiEA+ySo12ZadFyxzVhuBBloC0i1gWk84kzZI1xe/59xuEI=
-----END CERTIFICATE-----
`

const shopKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbfmpqP3wSo5eAmNc
0HBKjYObBXqPz3PTJ8Ir1/StscahRANCAAQ8CAsZxar3zKYtrW/Hb4WbbeXw8Pxf
VFuQGM/TwakTylkPltl+FvPygg/rEfYR4QyMeEe9nKCyZ2FM7ilOGmsb
-----END PRIVATE KEY-----
`

export const shopUpload = { name: 'shop-cert', type: 'custom', private_key: shopKey, leaf_certificate: shopCertificate } as const
