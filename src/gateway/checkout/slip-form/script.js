import { startSlipForm } from './address.js';

/* global PLACES: the service writes the table of places by CEP here. */
startSlipForm(document.querySelector('form[data-boleto]'), PLACES);
