// Puts the gateway's card fields into the checkout form of a shop system (WooCommerce and others post one large form): finds the element
// `data-guiche`, holds the first submit until the card is encrypted, and sends the form with `guiche_card_hash` in it.
(() => {
  const place = document.querySelector('[data-guiche]');
  if (!place) return;
  const form = place.closest('form');
  const { guiche: baseUrl, checkoutId } = place.dataset;
  const fields = Guiche(checkoutId, { baseUrl }).fields(place);
  const hash = Object.assign(document.createElement('input'), { type: 'hidden', name: 'guiche_card_hash' });
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  place.append(hash, alert);
  // Submitted again through its own button, so that other scripts of the page can handle the submit event.
  let isBusy = false;
  form.addEventListener('submit', async (event) => {
    if (hash.value !== '') return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    try {
      hash.value = await fields.cardHash();
      form.requestSubmit(event.submitter);
    } catch (error) {
      alert.textContent = error.message;
    } finally {
      isBusy = false;
    }
  });
  // The buyer came back from the next page: a cardHash can be used for one sale only.
  addEventListener('pageshow', () => {
    hash.value = '';
  });
})();
