import { loadPackageDefinition, Server, ServerCredentials, status, type sendUnaryData } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import protobuf from 'protobufjs';
import type { Guard } from '#libs/guard';
import { verdictAbout } from './forward-auth.js';
import type { GuardMetrics } from './metrics.js';

/**
 * What Envoy sends and understands, of
 * https://www.envoyproxy.io/docs/envoy/latest/api-v3/service/auth/v3/external_auth.proto: the fields that are used, by their numbers. Only the names
 * of the service and its method are on the wire.
 */
const PROTO = `
syntax = "proto3";
package envoy.service.auth.v3;
service Authorization { rpc Check(CheckRequest) returns (CheckResponse); }
message CheckRequest { AttributeContext attributes = 1; }
message AttributeContext {
  message HttpRequest { map<string, string> headers = 3; }
  message Request { HttpRequest http = 2; }
  Request request = 4;
  map<string, string> context_extensions = 10;
  Metadata metadata_context = 11;
}
message Metadata { map<string, Struct> filter_metadata = 1; }
message Struct { map<string, Value> fields = 1; }
message Value { string string_value = 3; Struct struct_value = 5; }
message CheckResponse {
  message Status { int32 code = 1; }
  message HttpStatus { int32 code = 1; }
  message Denied { HttpStatus status = 1; }
  message Ok {}
  Status status = 1;
  oneof http_response { Denied denied_response = 2; Ok ok_response = 3; }
}`;

interface Struct {
  fields?: Record<string, { string_value?: string; struct_value?: Struct }>;
}

interface CheckRequest {
  attributes?: {
    request?: { http?: { headers?: Record<string, string> } };
    context_extensions?: Record<string, string>;
    metadata_context?: { filter_metadata?: Record<string, Struct> };
  };
}

const GRPC_STATUS = {
  200: status.OK,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  503: status.UNAVAILABLE,
} as const;

/** Where Envoy puts what a token says that it has verified. */
const VERIFIED = 'envoy.filters.http.jwt_authn';

export interface ExtAuthz {
  stop(): Promise<void>;
}

/**
 * Envoy's gRPC question before it lets a request through. The route's `context_extensions` name `group` and, if it is not `enter`, `permission`, and
 * `account` for a guard of all accounts. The user is the claim of a token that Envoy has verified (`payload_in_metadata`), or else the one header.
 * @throws Error if the port is taken
 */
export async function startExtAuthz(
  guard: Guard,
  of: { host: string; port: number; userHeader: string; claim: string },
  metrics: GuardMetrics,
): Promise<ExtAuthz> {
  const definition = fromJSON(protobuf.parse(PROTO, { keepCase: true }).root.toJSON(), { keepCase: true });
  const { envoy } = loadPackageDefinition(definition) as unknown as {
    envoy: { service: { auth: { v3: { Authorization: { service: Parameters<Server['addService']>[0] } } } } };
  };
  const server = new Server();
  server.addService(envoy.service.auth.v3.Authorization.service, {
    Check: ({ request }: { request: CheckRequest }, answer: sendUnaryData<object>) => {
      const { context_extensions: names = {} } = request.attributes ?? {};
      const { group = '', permission = 'enter', account } = names;
      void verdictAbout(guard, { user: userOf(request, of), group, permission, account })
        .catch(() => 503 as const)
        .then((verdict) => {
          metrics.count('ext-authz', verdict);
          const http =
            verdict === 200 ? { ok_response: {} } : { denied_response: { status: { code: verdict } } };
          answer(null, { status: { code: GRPC_STATUS[verdict] }, ...http });
        });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`${of.host}:${of.port}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.tryShutdown(() => resolve());
        setTimeout(() => server.forceShutdown(), 1_000).unref();
      }),
  };
}

function userOf(
  { attributes = {} }: CheckRequest,
  { userHeader, claim }: { userHeader: string; claim: string },
) {
  const verified = attributes.metadata_context?.filter_metadata?.[VERIFIED];
  // By the name that its configuration gives to the payload.
  for (const { struct_value: payload } of Object.values(verified?.fields ?? {})) {
    const user = payload?.fields?.[claim]?.string_value;
    if (user) return user;
  }
  const user = attributes.request?.http?.headers?.[userHeader];
  // Of two, Envoy makes one with a comma.
  return user?.includes(',') ? undefined : user;
}
