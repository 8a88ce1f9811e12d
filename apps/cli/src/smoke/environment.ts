import { stackOutputs } from '#libs/aws-clients';

export interface DeployedEnvironment {
  url: string;
  /** Whose tokens its API accepts, and for whom. */
  issuer: string;
  audience: string;
}

/** What the environment's stacks say, wherever its API runs. @throws Error if it is not deployed in this account and region */
export async function deployedEnvironment(name: string): Promise<DeployedEnvironment> {
  for (const part of ['api', 'containers']) {
    const {
      Url: url,
      TokenIssuer: issuer = '',
      TokenAudience: audience = '',
    } = (await stackOutputs(`rollbook-${name}-${part}`)) ?? {};
    if (url !== undefined) return { url, issuer, audience };
  }
  throw new Error(
    `There is no API of the environment ${name} in this AWS account and region: set AWS_PROFILE and AWS_REGION to the environment's.`,
  );
}
