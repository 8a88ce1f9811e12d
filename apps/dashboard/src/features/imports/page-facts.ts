import { Download, Upload } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const IMPORT_PAGE = accountPage({
  path: 'import',
  title: 'Import',
  icon: Upload,
  section: 'data',
  permission: 'users:read',
});

export const EXPORT_PAGE = accountPage({
  path: 'export',
  title: 'Export',
  past: true,
  icon: Download,
  section: 'data',
  permission: 'users:read',
});
