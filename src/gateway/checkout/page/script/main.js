import { readBrands } from './card-number.js';
import { startForm } from './form.js';
import { startReceipt } from './receipt.js';

startReceipt();
const form = document.querySelector('form[data-card]');
/* global BRAND_ROWS: the service writes the table of brands here. */
if (form) startForm(form, readBrands(BRAND_ROWS));
