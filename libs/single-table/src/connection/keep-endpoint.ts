import {
  SMITHY_CONTEXT,
  type Configuration,
  type Context,
  type Identity,
  type Middleware,
  type Stack,
} from './sdk-pipeline.js';

/** How a request is going to be signed, and with the region and identity that its endpoint was worked out for. */
interface AuthScheme {
  httpAuthOption: { signingProperties: { region?: string } };
  identity: Identity;
  signer: unknown;
}
interface SmithyContext {
  selectedHttpAuthScheme: AuthScheme;
}

/**
 * With each call the SDK works out where it goes and how it is signed, from a dozen settings and its endpoint rules. All of
 * that follows from the client's configuration, the region, and the account of the credentials: what the SDK came to is
 * kept until region or account are others, and its two middlewares for it are passed over. The credentials themselves are
 * asked for with each call. A pipeline is a table's: a table that is named by its ARN is the same one with each call.
 */
export function keepEndpoint(stack: Stack, config: Configuration): void {
  let resolved: ((args: unknown) => ReturnType<ReturnType<Middleware>>) | undefined;
  let known: AuthScheme | undefined;
  const ask: Middleware = (next, context) => async (args) => {
    const [region, identity] = [await config.region(), await config.credentials()];
    if (!resolved || !known || !isFor(known, region, identity)) return next(args);
    // The endpoint itself is still in the context: all calls of a pipeline have the same one.
    smithy(context).selectedHttpAuthScheme = signedBy(identity, known);
    return resolved(args);
  };
  const keep: Middleware = (next, context) => {
    resolved = next;
    return (args) => {
      known = smithy(context).selectedHttpAuthScheme;
      return next(args);
    };
  };
  const options = { override: true } as const;
  stack.addRelativeTo(ask, {
    ...options,
    name: 'rollbookAskForEndpoint',
    relation: 'before',
    toMiddleware: 'httpAuthSchemeMiddleware',
  });
  stack.addRelativeTo(keep, {
    ...options,
    name: 'rollbookKeepEndpoint',
    relation: 'after',
    toMiddleware: 'endpointV2Middleware',
  });
}

const smithy = (context: Context): SmithyContext => context[SMITHY_CONTEXT] as SmithyContext;

/** The account is one of AWS: it may be a part of the endpoint's name. */
function isFor(known: AuthScheme, region: string, { accountId: awsAccount }: Identity): boolean {
  const { httpAuthOption, identity } = known;
  const { accountId: knownAwsAccount } = identity;
  return httpAuthOption.signingProperties.region === region && knownAwsAccount === awsAccount;
}

/** A copy: the SDK writes into the signing properties when it sent the request, to find out about a skewed clock. */
function signedBy(identity: Identity, { httpAuthOption, signer }: AuthScheme): AuthScheme {
  const signingProperties = { ...httpAuthOption.signingProperties };
  return { httpAuthOption: { ...httpAuthOption, signingProperties }, identity, signer };
}
