// Starts the page, or with `?embed` in the address the board alone.

import(new URLSearchParams(location.search).has("embed") ? "./embed.js" : "./main.js");
