import { stackOutputs } from '#libs/aws-clients';

export interface DeployedEnvironment {
  url: string;
  /** The issuer and audience of the tokens that its API accepts. */
  issuer: string;
  audience: string;
}

/** The outputs of the environment's stacks, wherever its API runs. @throws Error if it is not deployed in this account and region */
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
