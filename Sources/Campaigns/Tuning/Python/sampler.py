"""Asks Optuna which candidates to try next, for 'odograph tune'.

One JSON object per line. In: first the space and the objectives, then in turn {"ask": count} and, for all
candidates of that answer, {"tell": results}. Out: an answer to each line. The samplers are seeded: the same
input gives the same output.
"""

import sys

# Python must not import files of the working folder.
sys.path[:] = [path for path in sys.path if path]

import json
import warnings


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


class Sampler:
    def __init__(self, optuna, task):
        self.settings = task["settings"]
        self.asked = []
        self.failed = optuna.trial.TrialState.FAIL
        # Before version 5, a function returns the violations; from then on, the trial holds them.
        self.says = hasattr(optuna.trial.Trial, "set_constraint")
        options = {} if self.says else {"constraints_func": lambda trial: trial.user_attrs["violations"]}
        sampler = optuna.samplers.NSGAIISampler(
            population_size=task["population"], seed=task["seed"], **options)
        self.study = optuna.create_study(directions=task["directions"], sampler=sampler)
        if all(value is not None for value in task["start"]):
            names = [setting["name"] for setting in self.settings]
            self.study.enqueue_trial(dict(zip(names, task["start"])))

    def ask(self, count):
        self.asked = [self.study.ask() for _ in range(count)]
        return [[self.value(trial, setting) for setting in self.settings] for trial in self.asked]

    def value(self, trial, setting):
        name, kind = setting["name"], setting["kind"]
        if kind == "range":
            return trial.suggest_float(name, setting["from"], setting["to"], log=setting["isGeometric"])
        if kind == "steps":
            return trial.suggest_int(name, 0, setting["count"] - 1)
        return trial.suggest_categorical(name, list(range(setting["count"])))

    def tell(self, results):
        for trial, result in zip(self.asked, results):
            if result["values"] is None:
                self.study.tell(trial, state=self.failed)
                continue
            if self.says:
                for index, violation in enumerate(result["violations"]):
                    trial.set_constraint(str(index), violation)
            else:
                trial.set_user_attr("violations", result["violations"])
            self.study.tell(trial, result["values"])
        self.asked = []
        return len(results)


def main():
    try:
        import optuna
    except ImportError as error:
        say({"missing": str(error)})
        return
    warnings.simplefilter("ignore")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = Sampler(optuna, json.loads(sys.stdin.readline()))
    say({"adviser": "NSGA-II of Optuna " + optuna.__version__})
    for line in sys.stdin:
        message = json.loads(line)
        if "ask" in message:
            say({"candidates": sampler.ask(message["ask"])})
        else:
            say({"told": sampler.tell(message["tell"])})


main()
