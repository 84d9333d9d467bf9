'use strict';
// The form that queues settings for the device.

function settingsOf(form) {
  const set = JSON.parse(form.elements.json.value.trim() || '{}');
  for (const field of form.querySelectorAll('select')) {
    if (field.value === '') continue;
    const [group, name] = field.name.split('.');
    if (name === undefined) set[group] = field.value;
    else set[group] = { ...set[group], [name]: field.value };
  }
  return set;
}

element('settings-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const status = element('settings-status');
  try {
    const set = settingsOf(event.target);
    const isOff = set.main && set.main.tracking_mode === 'off';
    const question = 'A phone with tracking off sends no records, so it cannot receive further ' +
      'settings. Queue it anyway?';
    if (isOff && !confirm(question)) return;
    const answer = await ask('set', null, {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ device: state.device, set }),
    });
    status.textContent =
      `Queued: the next ${counted(answer.queued, 'answer')} to the phone will carry the settings.`;
    event.target.reset();
  } catch (error) {
    status.textContent = `Not queued: ${error.message}`;
  }
});
