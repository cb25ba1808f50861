"""A population of neat-python: its configuration, conversion of genomes, and state as JSON.

neat-python's own checkpoints are pickles, which another version cannot read. So everything that the
next generation depends on is saved here: genomes, species, counters and the state of the random
number generator.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from outflank.classics.genomes import Genome, Node
from outflank.errors import MissingExtra
from outflank.kernels.graph import INPUTS

OUTPUT_KEY = 0

_CONFIG = """
[NEAT]
pop_size = {population}
fitness_criterion = max
fitness_threshold = 0
no_fitness_termination = True
reset_on_extinction = True

[DefaultGenome]
num_inputs = {inputs}
num_outputs = 1
num_hidden = 0
feed_forward = True
initial_connection = {connection}
compatibility_disjoint_coefficient = 1.0
compatibility_weight_coefficient = 1.0
conn_add_prob = {link_rate}
conn_delete_prob = {link_loss_rate}
node_add_prob = {node_rate}
node_delete_prob = {node_loss_rate}
single_structural_mutation = False
structural_mutation_surer = default
activation_default = {activation}
activation_options = identity relu clamped
activation_mutate_rate = {activation_rate}
aggregation_default = sum
aggregation_options = sum
aggregation_mutate_rate = 0.0
bias_init_mean = 0.0
bias_init_stdev = {spread}
bias_init_type = gaussian
bias_max_value = 30.0
bias_min_value = -30.0
bias_mutate_power = {power}
bias_mutate_rate = {rate}
bias_replace_rate = 0.0
response_init_mean = 1.0
response_init_stdev = 0.0
response_init_type = gaussian
response_max_value = 1.0
response_min_value = 1.0
response_mutate_power = 0.0
response_mutate_rate = 0.0
response_replace_rate = 0.0
time_constant_init_mean = 1.0
time_constant_init_stdev = 0.0
time_constant_init_type = gaussian
time_constant_max_value = 1.0
time_constant_min_value = 1.0
time_constant_mutate_power = 0.0
time_constant_mutate_rate = 0.0
time_constant_replace_rate = 0.0
weight_init_mean = 0.0
weight_init_stdev = {spread}
weight_init_type = gaussian
weight_max_value = 30.0
weight_min_value = -30.0
weight_mutate_power = {power}
weight_mutate_rate = {rate}
weight_replace_rate = 0.0
enabled_default = True
enabled_mutate_rate = 0.0
enabled_rate_to_true_add = 0.0
enabled_rate_to_false_add = 0.0

[DefaultSpeciesSet]
compatibility_threshold = {threshold}

[DefaultStagnation]
species_fitness_func = max
max_stagnation = {stagnation}
species_elitism = 2

[DefaultReproduction]
elitism = {elitism}
survival_threshold = 0.2
min_species_size = 2
"""


def import_neat() -> Any:
    """Import the package `neat`; raise `MissingExtra` if it is not installed."""
    try:
        import neat
    except ImportError:
        raise MissingExtra("evolution", "neat") from None
    return neat


class EvolvingPopulation:
    """A population of neat-python with its own random number generator, and its state as JSON.

    `settings` fill in the configuration file of neat-python. `images` is the number of symmetric
    board images over which genomes average (1 or 8).
    """

    def __init__(self, settings: dict[str, Any], *, images: int, seed: int) -> None:
        self._neat = import_neat()
        self._images = images
        self._config = self._read_config({"inputs": INPUTS, **settings})
        self._random_state = random.Random(seed).getstate()
        with self._own_random_state():
            self._population = self._neat.Population(self._config)

    def _read_config(self, settings: dict[str, Any]) -> Any:
        neat = self._neat
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "neat.ini"
            file.write_text(_CONFIG.format(**settings))
            return neat.Config(
                neat.DefaultGenome,
                neat.DefaultReproduction,
                neat.DefaultSpeciesSet,
                neat.DefaultStagnation,
                file,
            )

    @property
    def generation(self) -> int:
        """The number of the generation to be evaluated next, from 0."""
        return int(self._population.generation)

    @property
    def species_count(self) -> int:
        """The number of species in the population."""
        return len(self._population.species.species)

    def genomes(self) -> list[Genome]:
        """The genomes of the generation to be evaluated next."""
        return [self._converted(genome) for genome in self._population.population.values()]

    def advance(self, fitnesses: list[float]) -> None:
        """Create the next generation, given the fitness of each of `genomes()`."""

        def judge(genomes: list[tuple[int, Any]], config: Any) -> None:
            for (_, genome), fitness in zip(genomes, fitnesses, strict=True):
                genome.fitness = fitness

        with self._own_random_state():
            self._population.run(judge, 1)

    def _converted(self, genome: Any) -> Genome:
        network = self._neat.nn.FeedForwardNetwork.create(genome, self._config)
        rows = {key: -key - 1 for key in self._config.genome_config.input_keys}
        nodes: list[Node] = []
        for key, _, _, bias, _, links in network.node_evals:
            rows[key] = INPUTS + len(nodes)
            activation = genome.nodes[key].activation
            nodes.append(Node(activation, bias, tuple((rows[one], w) for one, w in links)))
        if OUTPUT_KEY not in rows:
            output = genome.nodes[OUTPUT_KEY]
            nodes.append(Node(output.activation, output.bias, ()))
        return Genome(tuple(nodes), self._images)

    @contextmanager
    def _own_random_state(self) -> Iterator[None]:
        """Within the block, neat-python uses this population's random state.

        neat-python uses Python's global generator, whose state is saved and restored.
        """
        before = random.getstate()
        random.setstate(self._random_state)
        try:
            yield
        finally:
            self._random_state = random.getstate()
            random.setstate(before)

    # State

    def state(self) -> dict[str, Any]:
        """The complete state of the evolution, as values for JSON."""
        population = self._population
        genome_config = self._config.genome_config
        species = population.species
        version, numbers, gauss = self._random_state
        next_node = genome_config.node_indexer and next(genome_config.node_indexer)
        genome_config.node_indexer = next_node and count(next_node)
        next_species = next(species.indexer)
        species.indexer = count(next_species)
        return {
            "generation": population.generation,
            "random": [version, list(numbers), gauss],
            "next_node": next_node,
            "next_species": next_species,
            "innovations": population.reproduction.innovation_tracker.global_counter,
            "genomes": [_genes(genome) for genome in population.population.values()],
            "species": [
                {
                    "key": one.key,
                    "created": one.created,
                    "last_improved": one.last_improved,
                    "fitness_history": one.fitness_history,
                    "representative": one.representative.key,
                    "members": list(one.members),
                }
                for one in species.species.values()
            ],
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from a state that `state` returned."""
        neat = self._neat
        config = self._config
        with self._own_random_state():
            genomes = {genes["key"]: self._from_genes(genes) for genes in state["genomes"]}
        species_set = config.species_set_type(config.species_set_config, None)
        species_set.indexer = count(state["next_species"])
        for one in state["species"]:
            species = neat.species.Species(one["key"], one["created"])
            species.last_improved = one["last_improved"]
            species.fitness_history = list(one["fitness_history"])
            members = {key: genomes[key] for key in one["members"]}
            species.update(genomes[one["representative"]], members)
            species_set.species[one["key"]] = species
            species_set.genome_to_species |= dict.fromkeys(members, one["key"])
        self._population = neat.Population(config, (genomes, species_set, state["generation"]))
        tracker = neat.innovation.InnovationTracker(state["innovations"])
        self._population.reproduction.innovation_tracker = tracker
        config.genome_config.innovation_tracker = tracker
        next_node = state["next_node"]
        config.genome_config.node_indexer = next_node and count(next_node)
        version, numbers, gauss = state["random"]
        self._random_state = (version, tuple(numbers), gauss)

    def _from_genes(self, genes: dict[str, Any]) -> Any:
        config = self._config.genome_config
        genome = self._config.genome_type(genes["key"])
        for key, activation, bias in genes["nodes"]:
            node = genome.create_node(config, key)
            node.activation, node.bias = activation, bias
            genome.nodes[key] = node
        for source, target, weight, enabled, innovation in genes["links"]:
            genome.add_connection(config, source, target, weight, enabled, innovation=innovation)
        return genome


def _genes(genome: Any) -> dict[str, Any]:
    return {
        "key": genome.key,
        "nodes": [[key, node.activation, node.bias] for key, node in genome.nodes.items()],
        "links": [
            [*key, link.weight, link.enabled, link.innovation]
            for key, link in genome.connections.items()
        ],
    }
