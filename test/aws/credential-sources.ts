import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Credentials } from './signatures.js';

/** One of the ways in which the SDK finds credentials, and the environment that leads it there. */
export interface CredentialSource {
  title: string;
  credentials: Credentials;
  environment: NodeJS.ProcessEnv;
}

export interface CredentialSources {
  environment: CredentialSource;
  profile: CredentialSource;
  container: CredentialSource;
  stop(): Promise<void>;
}

const REFRESH_AFTER_MS = 3_600_000;

/**
 * Credentials in the environment, as Lambda gives them; in the files of a profile, as on an operator's machine; and at the
 * URL that ECS and EKS give a container.
 */
export async function openCredentialSources(folder: string, region: string): Promise<CredentialSources> {
  await mkdir(folder, { recursive: true });
  const inEnvironment = credentialsOf('ENV', 'token of the function');
  const ofProfile = credentialsOf('PROFILE');
  const ofContainer = credentialsOf('CONTAINER', 'token of the task');
  const [config, credentials] = [join(folder, 'config'), join(folder, 'credentials')];
  await writeFile(config, `[profile rollbook]\nregion = ${region}\n`);
  await writeFile(
    credentials,
    `[rollbook]\naws_access_key_id = ${ofProfile.accessKeyId}\naws_secret_access_key = ${ofProfile.secretAccessKey}\n`,
  );
  const container = await serve(ofContainer, 'the password of the container');
  // The machine may have files of its own.
  const noFiles = {
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_REGION: region,
  };
  return {
    environment: {
      title: 'credentials of the environment',
      credentials: inEnvironment,
      environment: {
        ...noFiles,
        AWS_ACCESS_KEY_ID: inEnvironment.accessKeyId,
        AWS_SECRET_ACCESS_KEY: inEnvironment.secretAccessKey,
        AWS_SESSION_TOKEN: inEnvironment.sessionToken,
      },
    },
    // The region is the profile's too.
    profile: {
      title: 'credentials and region of a profile',
      credentials: ofProfile,
      environment: {
        AWS_CONFIG_FILE: config,
        AWS_SHARED_CREDENTIALS_FILE: credentials,
        AWS_PROFILE: 'rollbook',
      },
    },
    container: {
      title: 'credentials of a container',
      credentials: ofContainer,
      environment: {
        ...noFiles,
        AWS_CONTAINER_CREDENTIALS_FULL_URI: container.url,
        AWS_CONTAINER_AUTHORIZATION_TOKEN: 'the password of the container',
      },
    },
    stop: () => container.stop(),
  };
}

function credentialsOf(name: string, sessionToken?: string): Credentials {
  const prefix = sessionToken === undefined ? 'AKIA' : 'ASIA';
  return {
    accessKeyId: `${prefix}${name.padEnd(16, '0')}`,
    secretAccessKey: `secret of ${name}`.padEnd(40, '+'),
    ...(sessionToken !== undefined && { sessionToken }),
  };
}

async function serve({ accessKeyId, secretAccessKey, sessionToken }: Credentials, password: string) {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== password) return void response.writeHead(403).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretAccessKey,
        Token: sessionToken,
        Expiration: new Date(Date.now() + REFRESH_AFTER_MS).toISOString(),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/credentials`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
