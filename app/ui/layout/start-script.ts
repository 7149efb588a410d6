/**
 * Loads the script of the pages, whose address is in <html data-script>. On a page with the composite image it waits
 * for the image, at most three seconds, because on a slow connection the two would compete and visitors come for the
 * image. Whatever fails, the script is loaded. It is inlined, and the Content-Security-Policy allows it by its hash, so
 * it is the same text on every page.
 */
export const START_SCRIPT = `const {script}=document.documentElement.dataset,start=()=>import(script);Promise.race([(async()=>document.querySelector("img.pixel-picture")?.decode())(),new Promise(end=>setTimeout(end,3000))]).then(start,start)`
