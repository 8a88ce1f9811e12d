import './build-programs.mjs';
import './build-dashboard.mjs';
