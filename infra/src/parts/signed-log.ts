import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

/** What signs the log of all accounts, and where its newest size and root are marked: both stay when the table is replaced. */
export class SignedLog extends Construct {
  readonly environment: Record<string, string>;
  private readonly key: Key;
  private readonly bucket: Bucket;

  constructor(scope: Construct, id: string, origin: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Signs the checkpoints of the log',
      // The only kind that readers of signed notes know. It cannot be rotated: another key is another log.
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
      pendingWindow: Duration.days(30),
    });
    this.bucket = new Bucket(this, 'Mark', {
      versioned: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It has one object, each of whose versions is kept and is public knowledge.',
    });
    this.environment = {
      ROLLBOOK_LOG_KEY_ARN: this.key.keyArn,
      ROLLBOOK_LOG_ORIGIN: origin,
      ROLLBOOK_LOG_MARK_BUCKET: this.bucket.bucketName,
    };
  }

  /** Checkpoints of accounts are signed when they are read. */
  allowSigning(role: IRole): void {
    this.key.grant(role, 'kms:Sign', 'kms:GetPublicKey');
  }

  allowAppending(role: IRole): void {
    this.allowSigning(role);
    const { ROLLBOOK_LOG_ORIGIN: origin } = this.environment;
    const statements = [
      {
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [this.bucket.arnForObjects(`${origin}/signed`)],
      },
      // Without it, S3 does not say that the object does not exist yet.
      { actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] },
    ];
    for (const statement of statements) role.addToPrincipalPolicy(new PolicyStatement(statement));
  }
}
