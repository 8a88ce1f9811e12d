export { readTraceSettings, type TraceSettings } from './settings.js';
export { openTraceExport, type TraceExport } from './trace-export.js';
