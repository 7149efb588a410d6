/**
 * Starts the one script of the pages, whose address stands in <html data-script>. On a page with the composite
 * image of the grid the script waits for it, three seconds at most: on a slow line the two would share the
 * line, and the image is what people came for. Whatever goes wrong with the waiting, the script starts. It
 * stands in the page; the Content-Security-Policy names it by its hash, so it is the same text on every page.
 */
export const START_SCRIPT = `const {script}=document.documentElement.dataset,start=()=>import(script);Promise.race([(async()=>document.querySelector("img.pixel-picture")?.decode())(),new Promise(end=>setTimeout(end,3000))]).then(start,start)`
