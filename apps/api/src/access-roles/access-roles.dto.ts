import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import type { AccessRolesView } from '#libs/directory';
import {
  ACCESS_ROLE_KEY_MAX_LENGTH,
  DESCRIPTION_MAX_BYTES,
  MAX_ACCESS_ROLES,
  MAX_PERMISSIONS,
  NAME_MAX_BYTES,
  parseAccessRoleKey,
  parseDescription,
  parsePermissions,
  parseTitle,
  PERMISSION_MAX_LENGTH,
  type AccessRole,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import { IfPresent } from '../http/input/if-present.js';

export class AccessRoleInputDto {
  /** Says which role it is, and never changes: 1 to 64 lower-case letters, digits, dots, hyphens and underscores. */
  @IsString()
  @MaxLength(ACCESS_ROLE_KEY_MAX_LENGTH)
  @ParsedBy(parseAccessRoleKey)
  key!: string;

  /** 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseTitle)
  name!: string;

  /** What it is for, in one sentence: up to 200 visible characters. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;

  /**
   * What it allows besides `enter`, which every membership allows: names that you choose, such as `logs.read`, of up to 100 lower-case
   * letters, digits, dots, colons, hyphens and underscores.
   */
  @IsArray()
  @ArrayMaxSize(MAX_PERMISSIONS)
  @IsString({ each: true })
  @MaxLength(PERMISSION_MAX_LENGTH, { each: true })
  @ParsedBy(parsePermissions)
  permissions!: string[];
}

export class ReplaceAccessRolesDto {
  /** All of them: a role whose key is missing is removed. At most 50, of 11,500 bytes as JSON. */
  @IsArray()
  @ArrayMaxSize(MAX_ACCESS_ROLES)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => AccessRoleInputDto)
  accessRoles!: AccessRoleInputDto[];
}

export class AccessRoleDto {
  /** `role_` followed by a ULID. Never used again: a role that is created with the key of a removed one is another role. */
  id!: string;
  key!: string;
  name!: string;
  /** Empty if it has none. */
  description!: string;
  /** What it allows besides `enter`. */
  permissions!: string[];
}

export class AccessRoleSetDto {
  /** `arol_` followed by the ULID of the account. */
  id!: string;
  accountId!: string;
  /** By key. */
  accessRoles!: AccessRoleDto[];
  /** Incremented with each event; also the ETag. 0 before the first role. */
  version!: number;
  /** ISO 8601, UTC: when the first role was created. Null before. */
  createdAt!: string | null;
  /** ISO 8601, UTC. Null before the first role. */
  updatedAt!: string | null;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. Null before the first role. */
  updatedBy!: string | null;
}

export function toAccessRoleSetDto(view: AccessRolesView): AccessRoleSetDto {
  const { accessRolesId: id, accountId, roles, version, createdAt, updatedAt, updatedBy } = view;
  const times = { createdAt: createdAt ?? null, updatedAt: updatedAt ?? null, updatedBy: updatedBy ?? null };
  return { id, accountId, accessRoles: roles.map(toAccessRoleDto), version, ...times };
}

function toAccessRoleDto({
  accessRoleId: id,
  key,
  name,
  description,
  permissions,
}: AccessRole): AccessRoleDto {
  return { id, key, name, description, permissions: [...permissions] };
}
