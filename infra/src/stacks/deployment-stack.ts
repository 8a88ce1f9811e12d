import { Arn, ArnFormat, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  OpenIdConnectPrincipal,
  PolicyStatement,
  Role,
  type IOidcProvider,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DeploymentSource } from '../settings/environment.js';

export interface DeploymentStackProps extends StackProps {
  prefix: string;
  source: DeploymentSource;
}

const GITHUB = 'https://token.actions.githubusercontent.com';
/** The names that `cdk bootstrap` gives its roles: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html */
const QUALIFIER = 'hnb659fds';
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'image-publishing', 'lookup'] as const;

/** A job of one environment of one repository, by its OpenID Connect token, with the roles of the CDK's bootstrap. */
export class DeploymentStack extends Stack {
  constructor(scope: Construct, id: string, { prefix, source, ...props }: DeploymentStackProps) {
    super(scope, id, props);
    const role = new Role(this, 'Deployer', {
      description: `Deploys ${prefix} from ${source.repository}`,
      assumedBy: new OpenIdConnectPrincipal(this.provider(source), {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': `repo:${source.repository}:environment:${source.environment}`,
        },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: BOOTSTRAP_ROLES.map((kind) => this.bootstrapRole(kind)),
      }),
    );
    new CfnOutput(this, 'DeployerArn', { value: role.roleArn });
  }

  private provider({ providerArn }: DeploymentSource): IOidcProvider {
    return providerArn === undefined
      ? new OidcProviderNative(this, 'GitHub', { url: GITHUB, clientIds: ['sts.amazonaws.com'] })
      : OidcProviderNative.fromOidcProviderArn(this, 'GitHub', providerArn);
  }

  private bootstrapRole(kind: (typeof BOOTSTRAP_ROLES)[number]): string {
    const resourceName = `cdk-${QUALIFIER}-${kind}-role-${this.account}-${this.region}`;
    const arn = { service: 'iam', region: '', resource: 'role', resourceName };
    return Arn.format({ ...arn, arnFormat: ArnFormat.SLASH_RESOURCE_NAME }, this);
  }
}
