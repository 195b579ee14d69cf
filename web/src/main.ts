import "./design/tokens.css";
import "./design/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./router.svelte";
import { settings } from "./settings/settings.svelte";
import { speak } from "./texts/index.svelte";

router.start();
await speak(settings.lang);
const target = document.getElementById("app");
if (target) mount(App, { target });

// The shell is kept for the next time; a page that is being developed must always be new.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
