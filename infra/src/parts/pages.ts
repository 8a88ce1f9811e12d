import { Duration, RemovalPolicy, Stack, Validations, type CfnElement } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type HeadersFrameOption,
  type HeadersReferrerPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import {
  ASSET_HEADERS,
  ASSET_PATHS,
  PAGE_HEADERS,
  PAGE_PATHS,
  PAGE_TYPE,
  type PageHeaders,
} from '#libs/pages';

export interface PagesProps {
  /** The built dashboard. */
  folder: string;
  /** What must be there before people get the new page. */
  after: IDependable;
}

const PAGE = 'index.html';
const ASSETS = 'assets/*';
/** What the CDK calls the function of all `BucketDeployment`s of a stack. */
const UPLOADER = 'Custom::CDKBucketDeployment';

/** The dashboard in a private bucket, which only the distribution reads. */
export class Pages extends Construct {
  /** What a distribution does with the addresses of pages, by their path patterns. */
  readonly behaviors: Record<string, BehaviorOptions>;

  constructor(scope: Construct, id: string, { folder, after }: PagesProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // It would have to be emptied first.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only the distribution reads it, and what it holds is public: the same files for everybody.',
    });
    this.upload(bucket, folder, after);
    this.behaviors = this.behaviorsAt(bucket);
  }

  /**
   * Files first, then the page that names them, and only once the API's new version has all requests. Earlier files stay: pages that are
   * open in browsers name them.
   */
  private upload(bucket: Bucket, folder: string, after: IDependable): void {
    // CloudFront compresses.
    const asset = new Asset(this, 'Built', { path: folder, exclude: ['.*', '*.md', '*.br', '*.gz'] });
    const role = new Role(this, 'UploadRole', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(this, 'UploadLogs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    for (const [action, ...resources] of [
      ['s3:GetObject', asset.bucket.arnForObjects(asset.s3ObjectKey)],
      ['s3:ListBucket', bucket.bucketArn],
      ['s3:PutObject', bucket.arnForObjects(PAGE), bucket.arnForObjects(ASSETS)],
    ] as const)
      role.addToPolicy(new PolicyStatement({ actions: [action], resources }));
    const sent = {
      sources: [Source.bucket(asset.bucket, asset.s3ObjectKey)],
      destinationBucket: bucket,
      prune: false,
      // By default it may read all of the bucket of assets, and do everything with the pages.
      role: role.withoutPolicyUpdates(),
      logGroup,
    };
    const files = new BucketDeployment(this, 'Files', { ...sent, exclude: [PAGE] });
    const page = new BucketDeployment(this, 'Page', {
      ...sent,
      exclude: ['*'],
      include: [PAGE],
      contentType: PAGE_TYPE,
    });
    files.node.addDependency(role);
    page.node.addDependency(files, after);
    const stack = Stack.of(this);
    const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${ASSETS}]`,
      reason: 'The names of the files contain hashes of their content.',
    });
    for (const uploader of stack.node.children.filter(({ node }) => node.id.startsWith(UPLOADER)))
      Validations.of(uploader).acknowledge({
        id: 'AwsSolutions-L1',
        reason: 'The CDK chooses the runtime of its own function.',
      });
  }

  private behaviorsAt(bucket: Bucket): Record<string, BehaviorOptions> {
    const common = {
      // Without the right to list, S3 answers 403 for what it does not have.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const toPage = new Function(this, 'ToPage', {
      comment: 'Every address of a page is the same file',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(
        `function handler(event) { event.request.uri = '/${PAGE}'; return event.request; }`,
      ),
    });
    const page = {
      ...common,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      responseHeadersPolicy: this.headers('PageHeaders', PAGE_HEADERS),
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: toPage }],
    };
    return {
      ...Object.fromEntries(PAGE_PATHS.map((path) => [path, page])),
      [ASSET_PATHS]: {
        ...common,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.headers('AssetHeaders', ASSET_HEADERS),
      },
    };
  }

  /** CloudFront has settings of its own for headers that concern security, and takes them as no others. */
  private headers(id: string, headers: PageHeaders): ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': referrerPolicy,
      'strict-transport-security': transport,
      'x-content-type-options': _nosniff,
      'x-frame-options': frameOption,
      ...others
    } = headers;
    const override = true;
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption: frameOption as HeadersFrameOption, override },
        referrerPolicy: { referrerPolicy: referrerPolicy as HeadersReferrerPolicy, override },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(transport)?.[1])),
          includeSubdomains: transport.includes('includeSubDomains'),
          override,
        },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override })),
      },
    });
  }
}
