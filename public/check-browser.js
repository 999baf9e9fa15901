// Says so in a browser that is too old for the app, instead of leaving the page blank. It must run in such browsers.
if (!(window.AbortSignal && AbortSignal.any && window.URL && URL.canParse)) {
  document.documentElement.setAttribute("data-unsupported", "");
  document.getElementById("root").textContent =
    "Environs needs a newer browser: Chrome 120, Firefox 128, Safari 17.4, or later.";
}
