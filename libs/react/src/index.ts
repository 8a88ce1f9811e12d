'use client';

export {
  ServiceGroupSelect,
  type SelectTexts,
  type ServiceGroupSelectProps,
} from './service-group-select.js';
export {
  useServiceGroups,
  type OfUser,
  type ServiceGroup,
  type ServiceGroups,
} from './use-service-groups.js';
