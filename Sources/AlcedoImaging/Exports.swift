// Whoever makes pixels needs the values that say which.
@_exported public import AlcedoContainers
@_exported public import AlcedoRecipes
@_exported public import AlcedoWorkers
