/** Errors of the S3 protocol, with their status and usual message. */

const errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'Error parsing the X-Amz-Credential parameter.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what the server received.'],
  BucketAlreadyExists: [409, 'The requested bucket name is not available.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InternalError: [500, 'An internal error occurred. Try again.'],
  InvalidAccessKeyId: [403, 'The access key id you provided does not exist.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value you specified is not valid.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found, or its entity tag did not match.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'Invalid request.'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidURI: [400, 'Could not parse the specified URI.'],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedPolicy: [400, 'The policy is not in the valid JSON format.'],
  MalformedXML: [400, 'The XML you provided was not well-formed or did not validate against our published schema.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchTagSet: [404, 'There is no tag set associated with the bucket.'],
  NoSuchUpload: [404, 'The specified multipart upload does not exist.'],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'A header or query parameter you provided implies functionality that is not implemented.'],
  NotModified: [304, 'Not Modified'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket.'],
  PreconditionFailed: [412, 'At least one of the preconditions you specified did not hold.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the server time is too large.'],
  ServerSideEncryptionConfigurationNotFoundError: [404, 'The server side encryption configuration was not found.'],
  SignatureDoesNotMatch: [403, 'The signature is not the one that the server calculated. Check your secret key and signing method.'],
  SlowDown: [503, 'Please reduce your request rate.'],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 header does not match what was computed.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>

export type ErrorCode = keyof typeof errors

export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  /** @param status replaces the usual status, for injected faults */
  constructor(
    code: ErrorCode,
    message: string = errors[code][1],
    headers: Readonly<Record<string, string>> = {},
    status: number = errors[code][0],
  ) {
    super(message)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** Parses a whole number. @throws S3Error InvalidArgument */
export function parseCount(text: string, message?: string, min = 0, max = 1e15): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < min || Number(text) > max) throw new S3Error('InvalidArgument', message)
  return Number(text)
}
