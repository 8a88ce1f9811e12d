import {
  SMITHY_CONTEXT,
  type Configuration,
  type Context,
  type HandlerArguments,
  type Identity,
  type Middleware,
  type Stack,
} from './sdk-pipeline.js';

/** How a request is going to be signed. */
interface AuthScheme {
  httpAuthOption: { signingProperties: object };
  identity: Identity;
  signer: unknown;
}
interface SmithyContext {
  selectedHttpAuthScheme: AuthScheme;
}
/** What it depends on where a call goes and how it is signed. */
interface Origin {
  region: string;
  /** Of AWS. */
  account: string | undefined;
}
interface Known extends Origin {
  authScheme: AuthScheme;
}
/** How the first middleware tells the second what the SDK was asked with. */
const ORIGIN = Symbol('origin');
interface WithOrigin extends HandlerArguments {
  [ORIGIN]: Origin;
}

/**
 * With each call the SDK works out where it goes and how it is signed, from a dozen settings and its endpoint rules. All of
 * that follows from the client's configuration, the region, and the account of the credentials: what the SDK came to is
 * kept until region or account are others, and its two middlewares for it are passed over. The credentials themselves are
 * asked for with each call. A pipeline is a table's: a table that is named by its ARN is the same one with each call.
 */
export function keepEndpoint(stack: Stack, config: Configuration): void {
  let resolved: ((args: unknown) => ReturnType<ReturnType<Middleware>>) | undefined;
  let known: Known | undefined;
  const ask: Middleware = (next, context) => async (args) => {
    const [region, identity] = [await config.region(), await config.credentials()];
    const { accountId: account } = identity;
    if (!resolved || known?.region !== region || known.account !== account)
      return next({ ...args, [ORIGIN]: { region, account } });
    // The endpoint itself is still in the context: all calls of a pipeline have the same one.
    smithy(context).selectedHttpAuthScheme = signedBy(identity, known.authScheme);
    return resolved(args);
  };
  const keep: Middleware = (next, context) => {
    resolved = next;
    return (args) => {
      const { [ORIGIN]: origin, ...rest } = args as WithOrigin;
      known = { ...origin, authScheme: smithy(context).selectedHttpAuthScheme };
      return next(rest);
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

/** A copy: the SDK writes into the signing properties when it sent the request, to find out about a skewed clock. */
function signedBy(identity: Identity, { httpAuthOption, signer }: AuthScheme): AuthScheme {
  const signingProperties = { ...httpAuthOption.signingProperties };
  return { httpAuthOption: { ...httpAuthOption, signingProperties }, identity, signer };
}
