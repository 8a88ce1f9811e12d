export interface TablePlace {
  /** Absent for other services than DynamoDB. */
  table?: string;
  /** The name of the service for people; DynamoDB by default. */
  service?: string;
  /** From one of our settings; the SDK's own are looked up in the environment. */
  endpoint?: string | undefined;
  /** If given on the command line. */
  region?: string | undefined;
}

interface Failure {
  name?: string;
  code?: string;
  message?: string;
  cause?: unknown;
  errors?: unknown[];
}

const NEW_CREDENTIALS = 'log in again (aws sso login) or set new AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

const REFUSALS =
  /^(ExpiredToken(Exception)?|UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException|CredentialsProviderError|AccessDenied(Exception)?|ResourceNotFoundException)$/;

const EXPLANATIONS: [RegExp, (failure: Failure, place: TablePlace) => string | undefined][] = [
  [
    /^(ExpiredToken|ExpiredTokenException|RequestExpired)$/,
    () => `The AWS credentials${ofProfile()} have expired: ${NEW_CREDENTIALS} and AWS_SESSION_TOKEN.`,
  ],
  [
    /^(UnrecognizedClientException|InvalidClientTokenId|IncompleteSignature|MissingAuthenticationToken(Exception)?)$/,
    (_, place) =>
      `AWS does not recognise the credentials${ofProfile()} in ${regionOf(place)}: ${NEW_CREDENTIALS}, and check that AWS_SESSION_TOKEN belongs to them.`,
  ],
  [
    /^(InvalidSignatureException|SignatureDoesNotMatch)$/,
    ({ message }, place) =>
      `AWS rejected the signature: ${message} Check AWS_SECRET_ACCESS_KEY, AWS_REGION (${regionOf(place)}) and the clock of this machine.`,
  ],
  [
    /^(CredentialsProviderError|TokenProviderError)$/,
    ({ message }) =>
      `There are no AWS credentials${ofProfile()}: ${message} Set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run where a role provides them.`,
  ],
  [
    /^AccessDenied(Exception)?$/,
    ({ message }) =>
      `AWS denied access: ${message} Allow it in the policy of the role whose credentials are used.`,
  ],
  [
    /^(ResourceNotFoundException|TableNotFoundException)$/,
    (_, place) =>
      place.table === undefined
        ? undefined
        : place.endpoint
          ? `There is no table "${place.table}" at ${place.endpoint}: check ROLLBOOK_TABLE and ROLLBOOK_DYNAMODB_ENDPOINT; npm start creates its own.`
          : `There is no table "${place.table}" in ${regionOf(place)}: check ROLLBOOK_TABLE and AWS_REGION, and that it is deployed there.`,
  ],
  [
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|TimeoutError|UND_ERR_\w+)$/,
    ({ message }, place) => `${addressOf(place)} does not answer: ${(message ?? '').split('\n')[0]}`,
  ],
];

/**
 * One line for the person who starts a program: what is wrong with its table or with AWS, which setting is the cause, and
 * what to do.
 * @returns undefined for other errors
 */
export function explainAwsError(error: unknown, place: TablePlace): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const failure = error as Failure;
  if (failure.message === 'Region is missing')
    return 'No AWS region is set: set AWS_REGION, or AWS_PROFILE to a profile that has one.';
  for (const [pattern, explain] of EXPLANATIONS)
    if (pattern.test(failure.code ?? '') || pattern.test(failure.name ?? '')) return explain(failure, place);
  for (const inner of [failure.cause, ...(failure.errors ?? [])]) {
    const explanation = explainAwsError(inner, place);
    if (explanation !== undefined) return explanation;
  }
  return undefined;
}

/** An error that lasts until somebody fixes it. An unreachable service may come back by itself. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSALS.test(error.name);
}

/** One line for the person who has to fix it, with a stack trace if the defect is ours. */
export function startFailure(error: unknown, place: TablePlace): string {
  const explained = explainAwsError(error, place);
  if (explained !== undefined) return explained;
  if (!(error instanceof Error)) return String(error);
  const isDefect = [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
  return isDefect ? (error.stack ?? error.message) : error.message;
}

/** One line that says a local bus cannot be subscribed to. It has no cause, which would be mistaken for the table's. */
export function busFailure(endpoint: string, eventBus: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `Cannot subscribe to the event bus "${eventBus}" (ROLLBOOK_EVENT_BUS) at ${endpoint} (ROLLBOOK_EVENTBRIDGE_ENDPOINT): ${reason}`,
  );
}

function regionOf({ region }: TablePlace): string {
  return region || process.env['AWS_REGION'] || "the profile's region";
}

function ofProfile(): string {
  const profile = process.env['AWS_PROFILE'];
  return profile ? ` of the profile ${profile}` : '';
}

function addressOf(place: TablePlace): string {
  if (place.endpoint) return `The engine at ${place.endpoint} (ROLLBOOK_DYNAMODB_ENDPOINT)`;
  for (const name of ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL'])
    if (process.env[name]) return `The service at ${process.env[name]} (${name})`;
  return `${place.service ?? 'DynamoDB'} in ${regionOf(place)} (AWS_REGION)`;
}
