// `npm run build`: the programs, and the dashboard.
import './build-programs.mjs';
import './build-dashboard.mjs';
