/**
 * Starts the one script of the pages, whose address stands in <html data-script>. On a page with the picture of the
 * grid the script waits for it, three seconds at most: on a slow line the two would share the line, and the picture is
 * what people came for. It stands in the page; the Content-Security-Policy names it by its hash, so it is the same text
 * on every page.
 */
export const START_SCRIPT = `const {script}=document.documentElement.dataset,start=()=>import(script),picture=document.querySelector(".pixel-picture");picture?Promise.race([picture.decode(),new Promise(end=>setTimeout(end,3000))]).then(start,start):start()`
