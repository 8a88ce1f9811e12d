import { RemovalPolicy, Validations, type SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** A random secret known only to processes. */
export class ProcessSecret extends Construct {
  readonly secret: Secret;

  /** @param copiedTo other regions to which the secret is replicated */
  constructor(scope: Construct, id: string, { copiedTo = [] }: { copiedTo?: readonly string[] } = {}) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
      ...(copiedTo.length > 0 && { replicaRegions: copiedTo.map((region) => ({ region })) }),
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by hand with a deployment: docs/runbook/key-rotation.md says how, and what clients notice.',
    });
  }

  get value(): SecretValue {
    return this.secret.secretValue;
  }
}
