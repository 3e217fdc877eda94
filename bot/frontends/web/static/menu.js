// The menu of every page closes by Escape, and where something beside it is pressed. Without a script its button does.

const menu = document.querySelector(".menu");

menu.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.firstElementChild.focus();
});
addEventListener("pointerdown", ({ target }) => {
  if (!menu.contains(target)) menu.open = false;
});
