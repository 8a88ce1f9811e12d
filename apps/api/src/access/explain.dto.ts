import { IsOptional, IsString, MaxLength } from 'class-validator';
import { REASONS, type Explanation } from '#libs/directory';
import type { TeamId } from '#libs/domain';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import type { AccessRoleReferenceDto } from '../memberships/memberships.dto.js';

export class ExplainQueryDto extends AsOfQueryDto {
  /** What they would do: a permission of an access role, such as `logs.read`, or `enter`. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  permission: string = 'enter';
}

/** What a path is made of: a membership, a place in a team, or the access of a team. */
export class PartOfPathDto {
  kind!: 'membership' | 'place' | 'team_access';
  /** ISO 8601, UTC. */
  since!: string;
  /** Who gave it: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  by!: string;
  /** When it ends by itself. Absent: it has no end. */
  expiresAt?: string;
  /** Why it was given. */
  reason?: string;
}

/** A way by which a user may enter a service group. */
export class ExplainedPathDto {
  /** Absent: a membership of their own. */
  teamId?: TeamId;
  /** Absent: a membership of their own. */
  teamName?: string;
  /** By a team: since both the user is in it and it has access. ISO 8601, UTC. */
  since!: string;
  /** When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end. */
  expiresAt?: string;
  /** Absent: it allows only to enter. */
  accessRole?: AccessRoleReferenceDto;
  /** Whether it allows what was asked. */
  grants!: boolean;
  /** The membership; or the user's place in the team, then the access of the team. */
  parts!: PartOfPathDto[];
}

/** Why somebody may not: the nearest of what would have to change. */
export class ExplainedReasonDto {
  /** Stable. */
  code!: (typeof REASONS)[number];
  /** One sentence. */
  detail!: string;
}

export class ExplanationDto {
  /** What was asked. */
  permission!: string;
  decision!: boolean;
  /** When the last of the ways that allow it ends by itself. Null: one of them does not, or it is not allowed. */
  until!: string | null;
  /** Null if it is allowed. */
  reason!: ExplainedReasonDto | null;
  /** Every way that holds, the own membership first; also if something else stands against them. */
  paths!: ExplainedPathDto[];
}

export function toExplanationDto(
  permission: string,
  { decision, until = null, reason, paths }: Explanation,
): ExplanationDto {
  return {
    ...{ permission, decision, until, reason: reason ?? null },
    paths: paths.map(({ path, grants, halves }) => ({
      ...path,
      grants,
      parts: halves.map(({ since, addedBy: by, expiresAt, reason: why }, index) => ({
        kind: path.teamId === undefined ? 'membership' : index === 0 ? 'place' : 'team_access',
        ...{ since, by },
        ...(expiresAt !== undefined && { expiresAt }),
        ...(why !== undefined && { reason: why }),
      })),
    })),
  };
}
