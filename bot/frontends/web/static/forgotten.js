// Everything of the person is erased on the server; here goes what waited in the browser.
for (const storage of [() => localStorage, () => sessionStorage]) {
  try {
    const place = storage();
    Object.keys(place).filter((key) => key.startsWith("attune:")).forEach((key) => place.removeItem(key));
  } catch {
    // Storage that is switched off holds nothing.
  }
}
