// Before anything is painted: what the person chose last.
const theme = localStorage.getItem('theme');
if (theme) document.documentElement.dataset.theme = theme;
