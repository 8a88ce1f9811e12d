// A request in each framework. Their types are optional peers: without them a request is `any`.
/* oxlint-disable typescript/ban-ts-comment, typescript/consistent-type-imports, typescript/no-explicit-any */

/** @ts-ignore */
export type ExpressRequest = import('express').Request;

/** @ts-ignore */
export type FastifyRequest = import('fastify').FastifyRequest & { params: any };

/** @ts-ignore */
export type HonoContext = import('hono').Context;

/** @ts-ignore */
export type AuthorizerEvent = import('aws-lambda').APIGatewayRequestAuthorizerEventV2;
