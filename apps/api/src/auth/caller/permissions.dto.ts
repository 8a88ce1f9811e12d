import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS } from '#libs/domain';

/** A list of permissions: one named schema, so that clients compare with no text that is none. */
export const PermissionList = (options: { nullable?: true } = {}) =>
  ApiProperty({ ...options, enum: PERMISSIONS, enumName: 'Permission', isArray: true });
