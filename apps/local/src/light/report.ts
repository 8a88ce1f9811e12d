/** The programs of the light process, by the names of their logs; the first is started first. */
export const LIGHT_PROGRAMS = {
  bus: 'event bus',
  'identity-provider': 'identity provider',
  mailer: 'invitation mailer',
  webhooks: 'webhooks',
} as const;

/** What the light process tells its supervisor. */
export interface LightReport {
  /** For `/health/ready`. */
  missing: string[];
  /** Signs in once. */
  signInLink: string | undefined;
}
